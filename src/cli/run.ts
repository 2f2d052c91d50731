import { startWorker } from '../worker/worker.ts';
import { publicWords } from '../web/public-part.ts';
import { serve as serveWeb } from '../web/serve.ts';
import { openLog } from './log.ts';
import { Refused, withApp, type App, type Command, type Invocation } from './command.ts';

export const run: Command = {
  name: 'run',
  usage: '',
  about: 'a worker without the web app',
  flags: {},
  takes: [0, 0],
  run: async (invocation) => withApp(invocation, async (app) => work(app, invocation)),
};

export const serve: Command = {
  name: 'serve',
  usage: '',
  about: 'the worker and the web app (npm start)',
  flags: {},
  takes: [0, 0],
  async run(invocation) {
    return withApp(invocation, async (app) => {
      const log = openLog(app.config.logLevel);
      const web = await serveWeb(
        app,
        (error) => log.error({ err: error }, 'web'),
        (say) => log.warn(say),
      );
      if (!web.ok) throw new Refused(web.say);
      invocation.terminal.out(`Sightline is at ${web.url}`);
      const open = publicWords(app.config.publicUrl);
      if (open !== null) invocation.terminal.say(open);
      try {
        return await work(app, invocation);
      } finally {
        await web.close();
      }
    });
  },
};

/** Works until somebody asks it to end, then finishes what is under way. */
async function work(app: App, { terminal, stopped }: Invocation): Promise<number> {
  const worker = await startWorker(app.db, app.world, openLog(app.config.logLevel));
  terminal.say('The worker runs. Ctrl-C ends it.');
  await stopped;
  terminal.say('Ending: visits under way are finished first.');
  await worker.stop();
  return 0;
}

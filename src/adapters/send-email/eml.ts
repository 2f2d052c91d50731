import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import { type SendResult, unsent } from '../../core/messages/send-result.ts';
import type { OutgoingMail, SendEmail } from '../send-email.ts';
import { composed, keyHash } from './compose.ts';

export interface EmlOptions {
  /** Made when it is not there. */
  readonly folder: string;
  readonly now: () => Date;
}

/**
 * Writes each mail as a file that mail programs open, named by time and delivery: `20270202T141600Z-3f….eml`. A second
 * attempt of the same delivery replaces its file, under the time of the first. A file is there whole or not at all.
 */
export function makeEmlSender({ folder, now }: EmlOptions): SendEmail {
  return async (mail) => {
    const bytes = await new MailComposer(composed(mail, now())).compile().build();
    try {
      return await write(folder, await fileName(folder, mail, now()), bytes);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      return unsent(`the mail folder cannot be written (${String(error.code)})`);
    }
  };
}

async function fileName(folder: string, mail: OutgoingMail, at: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const ending = `-${keyHash(mail)}.eml`;
  const earlier = (await readdir(folder)).find((name) => name.endsWith(ending));
  return earlier ?? `${at.toISOString().replace(/[-:]|\.\d+/g, '')}${ending}`;
}

async function write(folder: string, name: string, bytes: Buffer): Promise<SendResult> {
  const unfinished = join(folder, `.${name}.${process.pid}.part`);
  await writeFile(unfinished, bytes, { flush: true });
  await rename(unfinished, join(folder, name));
  return { sent: true, code: null, id: name };
}

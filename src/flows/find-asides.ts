import { instructionInput, instructionJsonSchema, isAskedFor } from '../core/meaning/instruction.ts';
import type { Telling } from '../core/telling.ts';
import { instructionsFor } from '../store/subscriptions.ts';
import { askOnce } from './ask-once.ts';
import type { Database, World } from './world.ts';

/**
 * The instructions, of those that accounts gave for a page, that do not ask for this event: there it comes with the digest
 * and not at once. One small call each, cached by event and instruction. Without a model, or when it fails, all ask for it.
 */
export async function findAsides(
  db: Database,
  world: World,
  { telling, pageId }: { telling: Telling; pageId: number },
): Promise<ReadonlySet<string>> {
  const asides = new Set<string>();
  if (world.askModel === null) return asides;
  const prompt = world.prompts.instruct;
  for (const instruction of await instructionsFor(db, pageId)) {
    const input = instructionInput(prompt, instruction, telling);
    const { text } = await askOnce(db, world, {
      ...input,
      purpose: 'instruct',
      promptVersion: `instruct ${prompt.version}`,
      schemaName: 'asked',
      schema: instructionJsonSchema,
      pageId,
      accountId: null,
    });
    if (text !== null && !isAskedFor(text)) asides.add(instruction);
  }
  return asides;
}

/**
 * Marks of text that is written for a machine that reads the page: orders, forged turns of a dialogue, forged diffs.
 * Such a text is a change like any other and is told, but nothing that it says is taken as a fact: no number is paired
 * from it, no kind is read from its words, and it is quoted by its first words only.
 */
const MARKS: readonly RegExp[] = [
  /\b(ai|llm|bot)\s+(readers?|agents?|assistants?|crawlers?|models?)\s*:/iu,
  /\binstructions?\s+(for|to)\s+(ai|llms?|language models?|assistants?|bots?)\b/iu,
  /\b(ignore|disregard|forget)\s+(all\s+|any\s+|the\s+)*(earlier|previous|prior|above|preceding|other)\b/iu,
  /^\s*(system|assistant|user|developer)\s*:/iu,
  /<\|?\/?(im_start|im_end|system|instructions?|page_content)\b/iu,
  /^\s*@@\s*-\d+/u,
  /\bquote this as evidence\b/iu,
  /"changed"\s*:\s*(true|false)/iu,
  /\b(answer|report|say|set|return|write)\b[^.]{0,40}\b(changed\s*=|no change|nothing changed|category|confidence|severity|summary)\b/iu,
  /\b(in|of|your) (the |your )?(summary|headline)( field)?\b.{0,30}$|\bthe value of [A-Z]+_[A-Z_]+/u,
  /忽略.{0,12}(指令|指示)/u,
];

/** Is this text addressed to whatever machine reads the page? */
export function addressesMachines(text: string): boolean {
  return MARKS.some((mark) => mark.test(text));
}

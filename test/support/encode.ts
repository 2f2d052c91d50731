/** Text in a charset that Node can only read: the way back is found by reading every letter that there is. */
export function encode(text: string, charset: string): Uint8Array {
  if (charset === 'utf-8') return Buffer.from(text);
  if (charset === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (charset === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const letters = lettersOf(charset);
  return Uint8Array.from(
    [...text].flatMap((letter) => {
      const found = letters.get(letter);
      if (found === undefined) throw new Error(`${charset} has no ${letter}`);
      return found;
    }),
  );
}

const known = new Map<string, ReadonlyMap<string, readonly number[]>>();

function lettersOf(charset: string): ReadonlyMap<string, readonly number[]> {
  const letters = known.get(charset) ?? readLetters(charset);
  known.set(charset, letters);
  return letters;
}

function readLetters(charset: string): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(charset);
  const letters = new Map<string, readonly number[]>();
  const learn = (...bytes: number[]): boolean => {
    const letter = decoder.decode(Uint8Array.from(bytes));
    const isOne = [...letter].length === 1 && letter !== '\ufffd';
    if (isOne && !letters.has(letter)) letters.set(letter, bytes);
    return isOne;
  };
  const leads = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !learn(byte));
  for (const lead of leads) for (let trail = 0x40; trail < 0xff; trail += 1) learn(lead, trail);
  return letters;
}

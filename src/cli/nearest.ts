/** The word that a slip of two letters, in a short word of one, was meant for; null: none is near, or two are as near. */
export function nearest(given: string, words: readonly string[]): string | null {
  const [first, second] = words
    .map((word) => ({ word, slips: slips(given.toLowerCase(), word) }))
    .toSorted((a, b) => a.slips - b.slips);
  if (first === undefined || first.slips > (given.length < 5 ? 1 : 2)) return null;
  return second?.slips === first.slips ? null : first.word;
}

/** Letters to add, drop, change, or swap with their neighbour (Damerau and Levenshtein, each place once). */
function slips(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= Math.min(from.length, 40); i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      const at = (up: number, left: number): number => (rows[i - up] ?? row)[j - left] ?? Infinity;
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(
        Math.min(at(1, 0) + 1, (row[j - 1] ?? 0) + 1, at(1, 1) + same, swapped ? at(2, 2) + 1 : Infinity),
      );
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? Infinity;
}

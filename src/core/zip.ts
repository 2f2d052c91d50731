/** Two lists side by side, as far as both go. */
export function zip<A, B>(left: readonly A[], right: readonly B[]): (readonly [A, B])[] {
  return left.flatMap((a, at) => right.slice(at, at + 1).map((b) => [a, b] as const));
}

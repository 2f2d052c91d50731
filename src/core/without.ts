/**
 * Multiset difference: what the first list has beyond the second, in its order; each as often as it stands there in excess.
 * @param keyOf what two of them are the same by
 */
export function without<T>(own: readonly T[], other: readonly T[], keyOf: (one: T) => string): T[] {
  const left = new Map<string, number>();
  for (const key of other.map(keyOf)) left.set(key, (left.get(key) ?? 0) + 1);
  return own.filter((one) => {
    const key = keyOf(one);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

/** Which of our encodings a caller accepts, in our order. */
export function acceptedEncodings<E extends string>(
  header: string | string[] | undefined,
  ours: readonly E[],
): readonly E[] {
  if (header === undefined) return []
  const given = String(header)
    .split(',')
    .map((each) =>
      each
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
    .map(([name]) => name)
  return ours.filter((each) => given.includes(each))
}

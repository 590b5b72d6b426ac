/**
 * What several readings give, each in its own order, and first come, first served among them. None is asked for more
 * before what it gave was taken.
 */
export async function* together<T>(
  readings: readonly ((stop: AbortSignal) => AsyncGenerator<T>)[],
  stop: AbortSignal,
): AsyncGenerator<T> {
  // One that waits for something new would wait on when no one takes it any more.
  const left = new AbortController()
  const until = AbortSignal.any([stop, left.signal])
  const generators = readings.map((read) => read(until))
  const given: (() => { from: AsyncGenerator<T>; result: IteratorResult<T> })[] = []
  let wake = Promise.withResolvers<void>()

  // No race between promises: one of them may wait for hours, and would remember each race that it was part of.
  function ask(from: AsyncGenerator<T>): void {
    from
      .next()
      .then(
        (result) => given.push(() => ({ from, result })),
        (error: unknown) =>
          given.push(() => {
            throw error
          }),
      )
      .finally(() => wake.resolve())
  }

  let open = generators.length
  for (const each of generators) ask(each)
  try {
    while (open > 0) {
      const take = given.shift()
      if (!take) {
        await wake.promise
        wake = Promise.withResolvers<void>()
        continue
      }
      const { from, result } = take()
      if (result.done) {
        open--
        continue
      }
      yield result.value
      ask(from)
    }
  } finally {
    left.abort()
    await Promise.all(generators.map((each) => each.return(undefined)))
  }
}

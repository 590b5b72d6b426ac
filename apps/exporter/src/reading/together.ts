/**
 * Merges several generators, each in its own order, first come, first served. A generator is asked for its next value
 * only after the previous one was taken.
 */
export async function* together<T>(
  readings: readonly ((stop: AbortSignal) => AsyncGenerator<T>)[],
  stop: AbortSignal,
): AsyncGenerator<T> {
  // Aborts generators that still wait when the consumer has left.
  const left = new AbortController()
  const until = AbortSignal.any([stop, left.signal])
  const generators = readings.map((read) => read(until))
  const given: (() => { from: AsyncGenerator<T>; result: IteratorResult<T> })[] = []
  let wake = Promise.withResolvers<void>()

  // Do not use Promise.race: a promise that stays pending for hours would keep a reference to every race.
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

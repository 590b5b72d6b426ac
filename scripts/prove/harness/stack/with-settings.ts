/** Temporarily sets settings of this process and of the stacks that it starts. Names have no prefix. */
export async function withSettings<T>(settings: Record<string, string>, work: () => Promise<T>): Promise<T> {
  const names = Object.keys(settings).map((name) => `WATCHPOST_${name}`)
  for (const [name, value] of Object.entries(settings)) process.env[`WATCHPOST_${name}`] = value
  try {
    return await work()
  } finally {
    for (const name of names) delete process.env[name]
  }
}

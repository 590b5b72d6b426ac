/** As much of a JSON Schema as a form needs. */
interface Schema {
  description?: unknown
  properties?: Readonly<Record<string, Schema>>
}

/** What the appliance says of a part of the policy. */
export function descriptionAt(schema: unknown, path: readonly string[]): string | undefined {
  const description = partAt(schema, path)?.description
  return typeof description === 'string' ? description : undefined
}

/** The names inside of a part, in the order that they were meant to be read in. */
export function namesAt(schema: unknown, path: readonly string[]): string[] {
  return Object.keys(partAt(schema, path)?.properties ?? {})
}

function partAt(schema: unknown, path: readonly string[]): Schema | undefined {
  return path.reduce<Schema | undefined>((part, name) => part?.properties?.[name], schema as Schema)
}

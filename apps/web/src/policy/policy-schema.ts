/** The parts of a JSON Schema that the form needs. */
interface Schema {
  description?: unknown
  properties?: Readonly<Record<string, Schema>>
}

/** The description of a part of the policy. */
export function descriptionAt(schema: unknown, path: readonly string[]): string | undefined {
  const description = partAt(schema, path)?.description
  return typeof description === 'string' ? description : undefined
}

/** The names inside a part, in schema order. */
export function namesAt(schema: unknown, path: readonly string[]): string[] {
  return Object.keys(partAt(schema, path)?.properties ?? {})
}

function partAt(schema: unknown, path: readonly string[]): Schema | undefined {
  return path.reduce<Schema | undefined>((part, name) => part?.properties?.[name], schema as Schema)
}

/** s string, i integer, n number, b boolean, o object of free content, any: any type. */
export type FieldKind = 's' | 'i' | 'n' | 'b' | 'o' | 'any'

const KINDS: readonly string[] = ['s', 'i', 'n', 'b', 'o', 'any'] satisfies FieldKind[]

/**
 * Parses a list of fields: one object per line, `object, another: kind field field; kind field`. `*` is the document
 * itself, and an indented line continues the previous one. Arrays are not distinguished from single values, because the
 * engine does not distinguish them either. Returns full dotted path → kind.
 */
export function parseFields(text: string): Map<string, FieldKind> {
  const fields = new Map<string, FieldKind>()
  for (const line of text.replaceAll(/\n +/g, ' ').split('\n').filter(Boolean)) {
    const [objects = '', groups = ''] = line.split(': ')
    for (const group of groups.split(';')) {
      const [kind = '', ...names] = group.trim().split(/ +/)
      if (!isKind(kind) || names.length === 0) throw new Error(`not a list of fields: ${line}`)
      for (const object of objects.split(', ')) {
        for (const name of names) add(fields, object === '*' ? name : `${object}.${name}`, kind)
      }
    }
  }
  return fields
}

function isKind(text: string): text is FieldKind {
  return KINDS.includes(text)
}

function add(fields: Map<string, FieldKind>, path: string, kind: FieldKind): void {
  if (fields.has(path)) throw new Error(`${path} is listed twice`)
  fields.set(path, kind)
}

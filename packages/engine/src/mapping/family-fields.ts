import { type Family, type StoredFamily, storedFamilies } from '@watchpost/model'
import { alertFields } from './alert-fields.ts'
import { codeFields, malwareFields } from './detector-fields.ts'
import { envelopeFields } from './envelope-fields.ts'
import { eveFields } from './eve-fields.ts'
import { exceptionFor, wholes } from './exceptions.ts'
import { type FieldMapping, mappingOfKind } from './field-mapping.ts'
import { indexFew } from './indexed-fields.ts'
import { parseFields } from './parse-fields.ts'
import { sameTimesOf } from './same-times.ts'

export type Fields = ReadonlyMap<string, FieldMapping>

/** What a verdict on a file or on code contains of the original record: these objects, and every scalar. */
const CONTEXT = new Set(
  'email ether fileinfo files flow ftp ftp_data http metadata nfs rpc smb smtp tftp tls traffic tunnel'.split(' '),
)

const eve = mapped(eveFields)
const context = new Map([...eve].filter(([path]) => !path.includes('.') || CONTEXT.has(path.split('.')[0] ?? '')))

const fields: Record<StoredFamily, Fields> = {
  network_events: fieldsOfEvents('network_events', eve),
  malware: fieldsOfEvents('malware', new Map([...context, ...mapped(malwareFields)])),
  code_analysis: fieldsOfEvents('code_analysis', new Map([...context, ...mapped(codeFields)])),
  // Small, and listings filter by nearly all of its fields.
  alerts: alertFields,
}
for (const family of storedFamilies) refuseClashes(fields[family])

/** All mapped fields of an index family, as dotted path → mapping. */
export function fieldsOf(family: StoredFamily): Fields {
  return fields[family]
}

/** The fields of a family's records and of the envelope, with the time of an event only once. */
function fieldsOfEvents(family: Family, own: Fields): Fields {
  const all = new Map([...own, ...envelopeFields])
  for (const name of sameTimesOf(family)) all.delete(name)
  return indexFew(all)
}

function mapped(list: string): Map<string, FieldMapping> {
  const result = new Map<string, FieldMapping>()
  for (const [path, kind] of parseFields(list)) {
    const whole = wholes.find((each) => path === each || path.startsWith(`${each}.`))
    const target = whole ?? path
    result.set(target, exceptionFor(target) ?? mappingOfKind[kind])
  }
  return result
}

/** A name cannot be both a value and an object: the engine would reject the index, with an error far from here. */
function refuseClashes(all: Fields): void {
  for (const path of all.keys()) {
    const parts = path.split('.')
    for (let length = 1; length < parts.length; length++) {
      const above = parts.slice(0, length).join('.')
      if (all.has(above)) throw new Error(`${above} is mapped as a value and as the object of ${path}`)
    }
  }
}

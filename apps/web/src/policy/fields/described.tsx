import { Explained } from '../../kit/layout/plain-page.tsx'
import { descriptionAt } from '../policy-schema.ts'

/** The API's description of a part of the policy. It has field names in backticks. */
export function Described({ schema, path }: { schema: unknown; path: readonly string[] }) {
  const pieces = (descriptionAt(schema, path) ?? '').split('`')
  return <Explained>{pieces.map((piece, at) => (at % 2 === 1 ? <code key={piece}>{piece}</code> : piece))}</Explained>
}

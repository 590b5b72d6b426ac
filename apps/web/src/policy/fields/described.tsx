import { Explained } from '../../kit/layout/plain-page.tsx'
import { descriptionAt } from '../policy-schema.ts'

/** What the appliance says of a part of the policy; names of fields stand between backticks there. */
export function Described({ schema, path }: { schema: unknown; path: readonly string[] }) {
  const pieces = (descriptionAt(schema, path) ?? '').split('`')
  return <Explained>{pieces.map((piece, at) => (at % 2 === 1 ? <code key={piece}>{piece}</code> : piece))}</Explained>
}

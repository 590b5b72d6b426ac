import { families, type Family } from '@watchpost/model'
import { type Static, Type } from 'typebox'

const name = `(${families.join('|')})`

const index = Type.Optional(
  Type.String({
    pattern: `^${name}(,${name}){0,${families.length - 1}}$`,
    default: 'network_events',
    examples: [...families, families.join(',')],
    description: `What to search: ${families.map((each) => `\`${each}\``).join(', ')}, or several with commas between. When left out: \`network_events\`.`,
  }),
)

/** The indexes of a search. */
export const SearchTargetParameters = Type.Object({ index }, { additionalProperties: false })
export type SearchTargetParameters = Static<typeof SearchTargetParameters>

export const SearchParameters = Type.Object(
  {
    index,
    explain: Type.Optional(
      Type.Enum(['cost'], { description: '`cost`: estimate what the search would cost, and do not run it.' }),
    ),
  },
  { additionalProperties: false },
)
export type SearchParameters = Static<typeof SearchParameters>

/** The pattern allows a few dozen spellings, so each result is cached. */
const known = new Map<string, readonly Family[]>()

/** The indexes of a parameter, without duplicates. */
export function familiesOf({ index: text = 'network_events' }: SearchTargetParameters): readonly Family[] {
  const found = known.get(text)
  if (found) return found
  const names = new Set(text.split(','))
  const chosen = families.filter((family) => names.has(family))
  known.set(text, chosen)
  return chosen
}

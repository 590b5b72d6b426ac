import { families } from '@watchpost/model'
import { type Static, Type } from 'typebox'
import { commonFailures, failures } from '../problems/problem.ts'
import { SearchTargetParameters } from './search-parameters.ts'

/** One field, and its capabilities. */
export const SearchField = Type.Object({
  name: Type.String({ examples: ['alert.signature'] }),
  type: Type.String({ description: "The engine's type.", examples: ['keyword', 'ip', 'date', 'long'] }),
  filter: Type.Boolean({ description: 'Can stand in a query.' }),
  indexed: Type.Boolean({
    description: 'A filter uses an index. If false, a filter reads the value of every document in the time range.',
  }),
  sort: Type.Boolean({ description: 'Can be sorted by.' }),
  aggregate: Type.Boolean({ description: 'Can be aggregated.' }),
  has_keys: Type.Boolean({
    description: 'An object of free content: `<name>.<key>` can stand in a query, whatever the key.',
  }),
  indexes: Type.Array(Type.Enum([...families]), { description: 'Which of the chosen indexes have it.' }),
})
export type SearchField = Static<typeof SearchField>

export const SearchFields = Type.Object({ fields: Type.Array(SearchField) })
export type SearchFields = Static<typeof SearchFields>

const example: SearchFields = {
  fields: [
    {
      name: 'alert.signature',
      type: 'keyword',
      filter: true,
      indexed: true,
      sort: true,
      aggregate: true,
      has_keys: false,
      indexes: ['network_events'],
    },
  ],
}

export const listFields = {
  operationId: 'listFields',
  tags: ['Search'],
  summary: 'Fields that can be searched',
  description:
    'Every field of the chosen indexes by its full name, sorted, with its type and what a search can do with it. What is not listed is kept and returned in `_source`, but cannot be searched.',
  querystring: SearchTargetParameters,
  response: {
    200: { ...SearchFields, description: 'The fields.', examples: [example] },
    ...failures('invalid-request', ...commonFailures),
  },
}

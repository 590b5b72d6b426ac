import { type Static, Type } from 'typebox'

/**
 * Where exports may connect to. A boot setting on purpose: users who may set an export must not be able to widen it.
 */
export const EgressConfig = Type.Object({
  networks: Type.Array(Type.String({ pattern: '^[0-9A-Fa-f:.]+/\\d{1,3}$' }), {
    env: 'EXPORT_NETWORKS',
    default: [],
    description:
      "Networks that exports may lead to, for example 192.0.2.0/24; empty for any but the appliance itself. The appliance's own addresses, loopback and link-local ones are open only to a network that lies wholly within theirs, for example 127.0.0.1/32.",
  }),
})
export type EgressConfig = Static<typeof EgressConfig>

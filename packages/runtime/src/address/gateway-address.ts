import { isIPv6 } from 'node:net'
import { type Static, Type } from 'typebox'

/** Where probes reach the gateway, for services that have to tell them. */
export const GatewayAddressConfig = Type.Object({
  publicUrl: Type.Optional(
    Type.String({
      env: 'GATEWAY_PUBLIC_URL',
      isBorrowed: true,
      pattern: '^https://[A-Za-z0-9.:\\[\\]-]+$',
      description:
        'Where probes reach the gateway, for example https://watchpost.example.org:8444, for the command that pairs them. Left out: the host by which the API was asked, and the port of the gateway. The name has to be one of APPLIANCE_TLS_NAMES.',
    }),
  ),
  port: Type.Integer({
    env: 'GATEWAY_PORT',
    isBorrowed: true,
    default: 8_444,
    minimum: 0,
    maximum: 65_535,
    description: 'Port that probes connect to.',
  }),
})
export type GatewayAddressConfig = Static<typeof GatewayAddressConfig>

/** The URL of the gateway, as seen by a client that calls this appliance `host`. */
export function gatewayUrl({ publicUrl, port }: GatewayAddressConfig, host: string): string {
  return publicUrl ?? `https://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

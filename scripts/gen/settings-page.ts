import type { TSchema } from 'typebox'
import { Settings } from '../../packages/contract/src/index.ts'

/** The description of a setting. */
interface Bounds {
  minimum?: number
  maximum?: number
  default?: unknown
  description?: string
  'x-changed-by'?: string
}

/** `docs/settings.md`: every runtime setting. */
export function settingsPage(): string {
  const rows = Object.entries(Settings.properties).map(([name, schema]) => {
    const each = schema as TSchema & Bounds
    return `| \`${name}\` | ${String(each.default)} | ${each.minimum} to ${each.maximum} | ${each.description} | ${each['x-changed-by']} |`
  })
  return `${intro}
| setting | at first | bounds | meaning | changed by |
|---|---|---|---|---|
${rows.join('\n')}
`
}

const intro = `<!-- Written by \`pnpm gen\` from packages/contract/src/system/settings.ts: change it there. -->

# Settings while it runs

What operators set while the appliance runs, with \`GET\` and \`PATCH /api/settings\`. It is stored in PostgreSQL, and every process follows a change within 2 seconds. What a process needs in order to start is in [config.md](config.md).
`

import type { ApiKey } from '@watchpost/contract'
import { Tag } from '../kit/feedback/badge.tsx'
import { Button } from '../kit/controls/button.tsx'
import type { PlainColumn } from '../kit/table/plain-table.tsx'
import { text } from '../texts/text.ts'
import { type Clock, timeText } from '../time/format.ts'
import styles from './keys.module.css'

/** The columns of the API key list. */
export function keyColumns(clock: Clock, onRemove: (key: ApiKey) => void): readonly PlainColumn<ApiKey>[] {
  return [
    { id: 'name', title: text('keys.name'), cell: ({ name }) => name },
    { id: 'owner', title: text('keys.owner'), cell: ({ user }) => user.username },
    {
      id: 'scopes',
      title: text('keys.scopes'),
      cell: ({ scopes }) => (
        <span className={styles.scopes}>
          {scopes.map((scope) => (
            <Tag key={scope} name={scope} />
          ))}
        </span>
      ),
    },
    {
      id: 'networks',
      title: text('keys.networks'),
      cell: ({ networks }) => networks.join(', ') || text('keys.anywhere'),
    },
    { id: 'expires', title: text('keys.expires'), cell: ({ expires_at: at }) => endText(at, clock) },
    {
      id: 'used',
      title: text('keys.used'),
      cell: ({ last_used_at: at, last_used_address: address }) =>
        at === null
          ? text('keys.unused')
          : text('keys.usedFrom', { time: timeText(at, 'minute', clock), address: address ?? '' }),
    },
    {
      id: 'remove',
      title: text('users.actions'),
      isUntitled: true,
      cell: (key) => (
        <Button look="danger" onPress={() => onRemove(key)} aria-label={text('keys.removeOf', { name: key.name })}>
          {text('keys.remove')}
        </Button>
      ),
    },
  ]
}

function endText(at: string | null, clock: Clock): string {
  if (at === null) return text('keys.never')
  const time = timeText(at, 'minute', clock)
  return Date.parse(at) < Date.now() ? text('keys.expired', { time }) : time
}

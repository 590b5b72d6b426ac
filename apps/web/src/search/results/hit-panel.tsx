import type { SearchHit } from '@watchpost/sdk'
import { documentOf, valueAt, wordAt } from '../../document/document.ts'
import { FieldList } from '../../document/field-list.tsx'
import { PayloadView } from '../../document/payload-view.tsx'
import { StoredJson } from '../../document/stored-json.tsx'
import { IconButton } from '../../kit/controls/button.tsx'
import { Link } from '../../kit/navigation/link.tsx'
import { text } from '../../texts/text.ts'
import { ClockNotice } from '../../range/clock-notice.tsx'
import styles from '../search.module.css'
import { filterText } from '../../kit/navigation/search-state.ts'
import { summaryOf } from '../../document/event-summary.ts'

/** One complete event. */
export function HitPanel({ hit, onClose }: { hit: SearchHit; onClose: () => void }) {
  const document = documentOf(hit._source)
  const isAlert = valueAt(document, 'alert_view') !== undefined
  const community = wordAt(document, 'community_id')
  return (
    <aside className={styles.side} aria-label={text('search.event')}>
      <div className={styles.sideHead}>
        <h2>{summaryOf(document) || wordAt(document, 'event_type')}</h2>
        <IconButton icon="close" label={text('alert.close')} shortcut="Esc" onPress={onClose} />
      </div>
      <div className={styles.sideLinks}>
        {isAlert && (
          <Link to="/alert" query={{ id: hit._id }}>
            {text('search.openAlert')}
          </Link>
        )}
        {community && (
          <Link
            to="/search"
            query={{ filter: filterText([{ operator: 'is', field: 'community_id', value: community }]) }}
          >
            {text('search.sameFlow')}
          </Link>
        )}
      </div>
      <ClockNotice claimed={wordAt(document, 'timestamp_claimed')} />
      <FieldList document={document} />
      <PayloadView document={document} />
      <StoredJson value={hit._source} />
    </aside>
  )
}

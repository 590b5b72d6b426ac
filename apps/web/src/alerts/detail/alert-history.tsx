import { Answered } from '../../kit/feedback/answered.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { usePreferences } from '../../kit/state/preferences.ts'
import { text } from '../../texts/text.ts'
import { timeText } from '../../time/format.ts'
import styles from '../../document/detail.module.css'
import { sentencesOf } from './history-sentences.ts'
import { useAlertHistory } from './use-alert.ts'

/** The API returns this many entries at once. */
const PAGE = 100

/** What analysts changed, newest first. */
export function AlertHistory({ uuid }: { uuid: string }) {
  const { clock } = usePreferences()
  const asked = useAlertHistory(uuid)
  const count = asked.data?.length ?? 0
  return (
    <Panel
      title={text('alert.history')}
      isFlush={count > 0}
      aside={count >= PAGE ? text('alert.historyMore') : undefined}
    >
      <Answered asked={asked}>
        {(entries) =>
          entries.length === 0 ? (
            text('alert.historyNone')
          ) : (
            <ol className={styles.history}>
              {entries.map((entry) => (
                <li key={entry.id}>
                  <time dateTime={entry.changed_at}>{timeText(entry.changed_at, 'second', clock)}</time>
                  <b>{entry.changed_by}</b>
                  <div>
                    {sentencesOf(entry.changes).map((sentence) => (
                      <p key={sentence}>{sentence}</p>
                    ))}
                  </div>
                </li>
              ))}
            </ol>
          )
        }
      </Answered>
    </Panel>
  )
}

import type { TrialExample } from '@watchpost/contract'
import { clusterQueryOf } from '../../kit/navigation/cluster-address.ts'
import { DetectorMark, SeverityBadge, Tag } from '../../kit/feedback/badge.tsx'
import { ContributionBar, contributionName } from '../../kit/chart/contributions.tsx'
import { Link } from '../../kit/navigation/link.tsx'
import { usePreferences } from '../../kit/state/preferences.ts'
import { text } from '../../texts/text.ts'
import { timeText } from '../../time/format.ts'
import styles from './examples.module.css'
import { changesOf } from './score-change.ts'

/** One example: its current score, its new score, and the differences. */
export function ExampleItem({ example }: { example: TrialExample }) {
  const { name, description, kind, type, severity, date, is_built_in, in_force, wanted } = example
  const { clock } = usePreferences()
  const changes = changesOf(example)
  return (
    <li className={styles.example} aria-label={name}>
      <div className={styles.head}>
        <span className={styles.name} title={description}>
          <Named example={example} />
        </span>
        <Scores before={in_force.risk} after={wanted.risk} />
      </div>
      <div className={styles.about}>
        {type === null ? <Tag name={text(`policy.kind.${kind}`)} /> : <DetectorMark type={type} />}
        {type !== null && <SeverityBadge severity={severity} />}
        {is_built_in && <Tag name={text('policy.builtIn')} />}
        {date !== null && <span className={styles.date}>{timeText(date, 'minute', clock)}</span>}
      </div>
      <ContributionBar contributions={wanted.contributions} score={wanted.risk} />
      {changes.length > 0 && (
        <p className={styles.changes}>
          {changes
            .map(({ name: part, before, after }) =>
              text('policy.partChange', { part: contributionName(part), before, after }),
            )
            .join(', ')}
        </p>
      )}
    </li>
  )
}

function Named({ example: { kind, name, self } }: { example: TrialExample }) {
  if (self === null) return name
  return kind === 'cluster' ? (
    <Link to="/cluster" query={clusterQueryOf(self)}>
      {name}
    </Link>
  ) : (
    <Link to="/alert" query={{ id: self.split('/').at(-1) ?? null }}>
      {name}
    </Link>
  )
}

/** Screen readers get labels instead of the arrow. */
function Scores({ before, after }: { before: number; after: number }) {
  const words = before === after ? text('policy.same', { after }) : text('policy.nowThen', { before, after })
  const direction = after > before ? 'up' : after < before ? 'down' : 'same'
  return (
    <span className={styles.scores} data-direction={direction} role="img" aria-label={words}>
      {before !== after && <s>{before}</s>}
      {before !== after && ' → '}
      <strong>{after}</strong>
    </span>
  )
}

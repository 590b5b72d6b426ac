import { text } from '../../texts/text.ts'
import styles from './contributions.module.css'

export interface Contribution {
  name: string
  points: number
  reason: string
}

const colours = 6

function colourAt(index: number): string {
  return `var(--share-${Math.min(index + 1, colours)})`
}

/** The contributions to a score as a stacked bar, where 100 is the full width. */
export function ContributionBar({ contributions, score }: { contributions: readonly Contribution[]; score: number }) {
  const words = contributions.map(({ name, points }) => `${contributionName(name)} ${points}`).join(', ')
  return (
    <div className={styles.bar} role="img" aria-label={text('risk.bar', { score, parts: words })} title={words}>
      {contributions.map(({ name, points }, index) => (
        <i key={name} style={{ width: `${Math.max(0, points)}%`, background: colourAt(index) }} />
      ))}
    </div>
  )
}

/** The contributions with their points and reasons. */
export function Contributions({ contributions, score }: { contributions: readonly Contribution[]; score: number }) {
  return (
    <>
      <ContributionBar contributions={contributions} score={score} />
      <dl className={styles.list}>
        {contributions.map(({ name, points, reason }, index) => (
          <div key={name}>
            <dt>
              <i style={{ background: colourAt(index) }} aria-hidden="true" />
              {contributionName(name)}
            </dt>
            <dd className={styles.points}>{points > 0 ? `+${points}` : `−${-points}`}</dd>
            <dd className={styles.reason}>{reason}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Contribution names come from the policy: translate the known ones, show others unchanged. */
export function contributionName(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

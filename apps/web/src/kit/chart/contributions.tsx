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

/** What a score is the sum of, as a length of a hundred. */
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

/** The same with numbers and reasons. */
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

/** Names come from the policy: a word in the interface's own way, or as it is. */
export function contributionName(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

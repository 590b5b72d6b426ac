import { Button } from 'react-aria-components'
import { text } from '../../texts/text.ts'
import styles from './chip.module.css'
import { Icon } from './icon.tsx'

interface ChipProps {
  name: string
  value: string
  /** Why the API rejected this condition. */
  problem?: string | undefined
  onRemove: () => void
}

/** One filter condition that can be removed. */
export function Chip({ name, value, problem, onRemove }: ChipProps) {
  return (
    <span className={styles.chip} role="listitem" data-refused={problem !== undefined}>
      <span className={styles.words} title={problem ?? value}>
        {name} <b>{value}</b>
        {problem && <em>{problem}</em>}
      </span>
      <Button
        className={styles.remove ?? ''}
        aria-label={text('filter.remove', { what: `${name} ${value}` })}
        onPress={onRemove}
      >
        <Icon name="close" size={12} />
      </Button>
    </span>
  )
}

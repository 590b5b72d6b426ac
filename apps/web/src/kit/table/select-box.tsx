import styles from './rows-table.module.css'

/** The checkbox that selects a row. The table listens for clicks. */
export function SelectBox({ isSelected, label }: { isSelected: boolean; label: string }) {
  return (
    <input
      type="checkbox"
      className={styles.check}
      data-select
      tabIndex={-1}
      checked={isSelected}
      readOnly
      aria-label={label}
    />
  )
}

interface SelectHeadProps {
  label: string
  state: 'none' | 'some' | 'all'
  onChange: () => void
}

/** The checkbox in the header that selects all rows or none. */
export function SelectHead({ label, state, onChange }: SelectHeadProps) {
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = state === 'some'
      }}
      type="checkbox"
      className={styles.check}
      checked={state === 'all'}
      onChange={onChange}
      aria-label={label}
    />
  )
}

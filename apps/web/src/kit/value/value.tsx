import type { KeyboardEvent, ReactNode } from 'react'
import { text } from '../../texts/text.ts'
import type { ShownValue } from './value-actions.ts'
import { openValueMenu } from './value-menu.tsx'
import styles from './value.module.css'

interface ValueProps extends ShownValue {
  /** Shown instead of the value, with its text if it is not text itself. */
  children?: ReactNode
  name?: string
  isAddress?: boolean
}

/**
 * A value in the row of a table, with a button for its menu. The table listens for clicks, so that cells stay cheap.
 */
export function Value({ filter, field, value, name = value, isAddress = false, children }: ValueProps) {
  if (value === '') return null
  return (
    <span className={styles.value} data-filter={filter} data-field={field} data-value={value} data-name={name}>
      <span className={isAddress ? `${styles.words} ${styles.address}` : styles.words} title={name}>
        {children ?? name}
      </span>
      <button
        type="button"
        tabIndex={-1}
        className={styles.more}
        data-menu
        aria-haspopup="menu"
        aria-label={text('value.menu', { value: name })}
      />
    </span>
  )
}

/** A value outside of tables: pressing it opens its menu. */
export function ValueButton({ filter, field, value, name = value, isAddress = false, children }: ValueProps) {
  return (
    <button
      type="button"
      className={isAddress ? `${styles.shown} ${styles.address}` : styles.shown}
      data-filter={filter}
      data-field={field}
      data-value={value}
      data-name={name}
      aria-haspopup="menu"
      onClick={({ currentTarget }) => openValueMenu(currentTarget)}
      onKeyDown={openByKey}
    >
      {children ?? name}
    </button>
  )
}

/** The button for the menu of a value that is a link itself. */
export function ValueMore({ filter, field, value, name = value }: Omit<ValueProps, 'children' | 'isAddress'>) {
  return (
    <button
      type="button"
      className={styles.more}
      data-filter={filter}
      data-field={field}
      data-value={value}
      data-name={name}
      aria-haspopup="menu"
      aria-label={text('value.menu', { value: name })}
      onClick={({ currentTarget }) => openValueMenu(currentTarget)}
      onKeyDown={openByKey}
    />
  )
}

/**
 * Opens the menu before the browser makes a click of the key: react-aria takes such a click for that of a screen reader
 * and then leaves the focus on the menu instead of its first entry.
 */
export function openByKey(event: KeyboardEvent): void {
  if ((event.key !== 'Enter' && event.key !== ' ') || !(event.target instanceof Element)) return
  event.preventDefault()
  openValueMenu(event.target)
}

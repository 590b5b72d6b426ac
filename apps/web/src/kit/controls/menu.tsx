import type { ReactElement } from 'react'
import { Header, Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import { Icon, type IconName } from './icon.tsx'
import styles from '../feedback/overlay.module.css'

export interface MenuEntry {
  id: string
  name: string
  icon?: IconName
  hint?: string
}

export interface MenuPart {
  id: string
  title?: string
  entries: readonly MenuEntry[]
  /** The selected entries, where entries are choices. */
  chosen?: readonly string[]
}

interface MenuProps {
  label: string
  /** The button that opens the menu. */
  trigger: ReactElement
  parts: readonly MenuPart[]
  onChoose: (id: string, part: string) => void
  /** Stays open after a choice, so that several entries can be selected. */
  isLasting?: boolean
}

/** A menu of actions or choices that a button opens. */
export function Menu({ label, trigger, parts, onChoose, isLasting = false }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles.popover ?? ''} offset={5}>
        <AriaMenu className={styles.menu ?? ''} aria-label={label}>
          {parts.map(({ id, title, entries, chosen }) => (
            <MenuSection
              key={id}
              className={styles.section ?? ''}
              aria-label={title ?? label}
              {...(chosen && {
                selectionMode: isLasting ? ('multiple' as const) : ('single' as const),
                selectedKeys: chosen.map((each) => `${id}:${each}`),
              })}
            >
              {title && <Header>{title}</Header>}
              {entries.map((entry) => (
                <MenuItem
                  key={entry.id}
                  id={`${id}:${entry.id}`}
                  textValue={entry.name}
                  className={styles.item ?? ''}
                  shouldCloseOnSelect={!isLasting}
                  onAction={() => onChoose(entry.id, id)}
                  data-selected={chosen?.includes(entry.id) || undefined}
                >
                  {chosen && <span className={styles.tick}>{chosen.includes(entry.id) && <Icon name="check" />}</span>}
                  {entry.icon && <Icon name={entry.icon} />}
                  {entry.name}
                  {entry.hint && <small>{entry.hint}</small>}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

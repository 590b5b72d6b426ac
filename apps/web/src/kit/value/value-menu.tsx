import { useMemo } from 'react'
import { Header, Menu, MenuItem, MenuSection, Popover, RouterProvider } from 'react-aria-components'
import { text } from '../../texts/text.ts'
import { copy } from '../controls/copy.ts'
import { Icon, type IconName } from '../controls/icon.tsx'
import overlay from '../feedback/overlay.module.css'
import { go, usePlace } from '../navigation/location.ts'
import { addressOf, placeOf } from '../navigation/place.ts'
import { createStore, useStore } from '../state/store.ts'
import { actionsFor, type ShownValue, type ValueAction } from './value-actions.ts'
import styles from './value.module.css'

interface OpenMenu extends ShownValue {
  /** The value as the page shows it. */
  name: string
  anchor: HTMLElement
}

const opened = createStore<OpenMenu | undefined>(() => undefined)

/** Opens the menu of the value that an element shows or belongs to. */
export function openValueMenu(element: Element): void {
  const anchor = element.closest<HTMLElement>('[data-value]')
  if (!anchor) return
  const { filter, field, value = '', name = value } = anchor.dataset
  opened.set({ filter: filter as ShownValue['filter'], field, value, name, anchor })
}

const icons: Record<ValueAction['id'], IconName> = {
  for: 'filter',
  out: 'close',
  alertsWith: 'alerts',
  alertsWithout: 'close',
  search: 'search',
}

/** The menu that every value on every page has. It is part of the frame; only one can be open. */
export function ValueMenu() {
  const open = useStore(opened)
  return open && <OpenValueMenu {...open} />
}

function OpenValueMenu({ anchor, name, ...shown }: OpenMenu) {
  const place = usePlace()
  const trigger = useMemo(() => ({ current: anchor }), [anchor])
  const close = () => opened.set(undefined)
  return (
    // Entries are links, so that they can be opened in a new tab.
    <RouterProvider navigate={(address) => go(placeOf(new URL(address, window.location.href)))}>
      <Popover
        className={overlay.popover ?? ''}
        triggerRef={trigger}
        isOpen
        onOpenChange={close}
        placement="bottom start"
        offset={4}
        aria-label={text('value.menu', { value: name })}
      >
        <Menu
          className={overlay.menu ?? ''}
          aria-label={text('value.menu', { value: name })}
          autoFocus="first"
          onClose={close}
        >
          <MenuSection className={styles.section ?? ''} aria-label={name}>
            <Header>{name}</Header>
            {actionsFor(shown, place).map(({ id, to }) => (
              <MenuItem
                key={id}
                id={id}
                href={addressOf(to)}
                textValue={text(`value.${id}`)}
                className={overlay.item ?? ''}
              >
                <Icon name={icons[id]} />
                {text(`value.${id}`)}
              </MenuItem>
            ))}
            <MenuItem id="copy" className={overlay.item ?? ''} onAction={() => copy(name)}>
              <Icon name="copy" />
              {text('value.copy')}
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </RouterProvider>
  )
}

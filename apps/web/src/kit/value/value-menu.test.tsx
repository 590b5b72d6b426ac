import { afterEach, expect, test } from 'vitest'
import { draw } from '../fixtures/draw.tsx'
import { ValueMenu } from './value-menu.tsx'
import { ValueButton } from './value.tsx'

let part: ReturnType<typeof draw>
afterEach(() => part.leave())

const entries = () => [...document.querySelectorAll('[role=menuitem]')].map((entry) => entry.textContent)

test('a value opens a menu with its actions, and Escape closes it', async () => {
  window.history.replaceState(null, '', '/ui/alert?id=7')
  part = draw(
    <>
      <ValueButton filter="probe_id" value="7" name="probe-07.example.test" />
      <ValueMenu />
    </>,
  )
  await expect.poll(part.shown).toBe('probe-07.example.test')
  part.place.querySelector('button')?.click()
  await expect
    .poll(entries)
    .toEqual(['Alerts with this value', 'Alerts without this value', 'Search events with this value', 'Copy value'])
  const [alerts] = document.querySelectorAll('[role=menuitem]')
  expect(alerts?.getAttribute('href')).toBe('/ui/alerts?probe_id=7&status=all')
  document
    .querySelector('[role=menu]')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  await expect.poll(entries).toEqual([])
})

import type { Locator, Page } from 'playwright-core'

const MOST_TABS = 120

/** Presses Tab until an element has the focus; returns where the focus was not visible on the way. */
export async function tabTo(page: Page, wanted: Locator): Promise<string[]> {
  await wanted.waitFor()
  const hidden: string[] = []
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await page.keyboard.press('Tab')
    const unseen = await page.evaluate(unseenFocus)
    if (unseen) hidden.push(unseen)
    if (await wanted.evaluate(hasFocus)) return hidden
  }
  throw new Error(`${String(wanted)} is not reached by ${MOST_TABS} tabs`)
}

interface PageElement {
  tagName: string
  textContent: string | null
  isContentEditable: boolean
  shadowRoot: { activeElement: PageElement | null } | null
  getRootNode(): { activeElement: PageElement | null }
  contains(other: PageElement | null): boolean
  getBoundingClientRect(): { width: number; height: number; bottom: number; right: number }
}

/** Runs in the page. */
function hasFocus(element: unknown): boolean {
  const wanted = element as PageElement
  return wanted.getRootNode().activeElement === wanted
}

/** Runs in the page: the focused element, if its focus is not visible. */
function unseenFocus(): string | undefined {
  const { document, getComputedStyle } = globalThis as unknown as {
    document: { activeElement: PageElement | null }
    getComputedStyle(element: PageElement): { outlineStyle: string; outlineWidth: string; boxShadow: string }
  }
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  if (!focused || focused.tagName === 'BODY') return undefined
  const { width, height, bottom, right } = focused.getBoundingClientRect()
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused)
  // A caret marks the focus in a text field.
  const isMarked =
    focused.isContentEditable || (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  const isInSight = width > 0 && height > 0 && bottom > 0 && right > 0
  if (isMarked && isInSight) return undefined
  return `${focused.tagName} ${(focused.textContent ?? '').slice(0, 40)} (${outlineStyle} ${outlineWidth}, ${width} by ${height} to ${right}, ${bottom})`
}

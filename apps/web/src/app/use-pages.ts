import { type Page, pages } from './pages.ts'
import { useMay } from '../session/session.ts'

/** The pages that the account may open. */
export function usePages(): readonly Page[] {
  const may = useMay()
  return pages.filter(({ needs }) => may(needs))
}

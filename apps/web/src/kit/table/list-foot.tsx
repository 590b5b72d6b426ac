import { text } from '../../texts/text.ts'
import { Button } from '../controls/button.tsx'
import { failureOf } from '../feedback/failure.ts'
import { Notice } from '../feedback/notice.tsx'
import type { WindowState } from '../list/page-window.ts'

/** The end of a long table: more to come, all there is, or why there is no more. */
export function ListFoot({ state, retry }: { state: WindowState | undefined; retry: () => void }) {
  if (state?.error !== undefined) {
    const { title, detail } = failureOf(state.error)
    return (
      <Notice kind="failure" title={title} action={<Button onPress={retry}>{text('state.retry')}</Button>}>
        {detail}
      </Notice>
    )
  }
  return <span role="status">{text(state?.isEnd ? 'table.end' : 'table.more')}</span>
}

import { text } from '../../texts/text.ts'
import { Button } from '../controls/button.tsx'
import { failureOf } from '../feedback/failure.ts'
import { Notice } from '../feedback/notice.tsx'
import type { Listing } from '../list/use-listing.ts'

type Shown = Pick<Listing<unknown>, 'state'> & {
  window: Pick<NonNullable<Listing<unknown>['window']>, 'more' | 'retry'> | undefined
}

/** The end of a long table: loading, complete, or the error. */
export function ListFoot({ listing: { state, window } }: { listing: Shown }) {
  if (state?.error !== undefined) {
    const { title, detail } = failureOf(state.error)
    return (
      <Notice
        kind="failure"
        title={title}
        action={<Button onPress={() => window?.retry()}>{text('state.retry')}</Button>}
      >
        {detail}
      </Notice>
    )
  }
  if (state?.isPaused) {
    return (
      <Button onPress={() => window?.more()} isPending={state.isLoading}>
        {text('table.further')}
      </Button>
    )
  }
  return <span role="status">{text(state?.isEnd ? 'table.end' : 'table.more')}</span>
}

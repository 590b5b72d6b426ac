import { Button, SwitchButton } from '../kit/controls/button.tsx'
import { copy } from '../kit/controls/copy.ts'
import list from '../kit/table/list-page.module.css'
import { Menu } from '../kit/controls/menu.tsx'
import { refine } from '../kit/navigation/location.ts'
import { text } from '../texts/text.ts'
import { spanOf } from '../time/range.ts'
import { useTime } from '../range/time-context.tsx'
import { curlOf } from './query/curl.ts'
import { bodyOf, parseBody } from './query/search-body.ts'
import { indexNames, type SearchState, usualColumns } from '../kit/navigation/search-state.ts'
import { useFields } from './use-search.ts'

const mostOffered = 400

/** Chooses the index and columns, opens the editor, and copies the search as a shell command. */
export function SearchActions({ state }: { state: SearchState }) {
  const { range } = useTime()
  const fields = useFields(state.indexes.join(',')).data ?? []
  function copyCurl() {
    const typed = parseBody(state.body)
    const body = bodyOf(typed === 'invalid' ? {} : typed, state.filters, spanOf(range, Date.now()), 100)
    copy(curlOf({ origin: window.location.origin, index: state.indexes.join(','), body }))
  }
  const toggled = <Name extends string>(list: readonly Name[], name: Name) =>
    list.includes(name) ? list.filter((each) => each !== name) : [...list, name]
  const offered = [...new Set([...state.columns, ...usualColumns, ...fields.map(({ name }) => name)])]
  return (
    <>
      <span className={list.push} />
      <Menu
        label={text('search.indexes')}
        isLasting
        trigger={<Button>{text('search.indexes')}</Button>}
        parts={[
          {
            id: 'indexes',
            entries: indexNames.map((id) => ({ id, name: text(`search.index.${id}`) })),
            chosen: state.indexes,
          },
        ]}
        onChoose={(id) => {
          const name = indexNames.find((each) => each === id)
          if (name) refine({ index: toggled(state.indexes, name).join(',') })
        }}
      />
      <Menu
        label={text('alerts.columns')}
        isLasting
        trigger={<Button icon="columns">{text('alerts.columns')}</Button>}
        parts={[
          {
            id: 'columns',
            entries: offered.slice(0, mostOffered).map((id) => ({ id, name: id })),
            chosen: state.columns,
          },
        ]}
        onChoose={(id) => refine({ columns: toggled(state.columns, id).join(',') })}
      />
      <SwitchButton
        label={text('search.editor')}
        isOn={state.body !== undefined}
        onChange={(isOn) => refine({ body: isOn ? '{\n  "query": { "match_all": {} }\n}' : null })}
      />
      <Button icon="copy" onPress={copyCurl}>
        {text('search.curl')}
      </Button>
    </>
  )
}

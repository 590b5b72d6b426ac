import { asYaml, safetyOptions, safetySettings } from '@watchpost/servers'
import { replaceBetween } from './between-marks.ts'

/** The page about existing servers, with the settings that we use for our own. */
export function withEngineSettings(page: string): string {
  const settings = between(page, 'engine settings', 'yaml', asYaml(safetySettings))
  return between(settings, 'engine options', '', `${safetyOptions.join('\n')}\n`)
}

function between(page: string, name: string, language: string, text: string): string {
  const [begin, end] = [`<!-- ${name}: written by pnpm gen -->`, `<!-- end of the ${name} -->`]
  return replaceBetween(page, begin, end, `\`\`\`${language}\n${text}\`\`\``)
}

import manifest from '../package.json' with { type: 'json' }

/** The version of this agent, as reported to the appliance. */
export const AGENT_VERSION = manifest.version

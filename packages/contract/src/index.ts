export { AppError, type AppErrorOptions, type ProblemItem } from './app-error.ts'
export { login, LoginRequest, LoginResponse } from './login.ts'
export { commonFailures, failures, Problem, readProblem } from './problem.ts'
export { isProblemCode, type ProblemCode, problems } from './problems.ts'
export {
  count,
  CountBody,
  CountResponse,
  familiesOf,
  search,
  SearchBody,
  SearchParameters,
  SearchResponse,
} from './search.ts'
export { countExamples, searchExamples } from './search-examples.ts'
export { readVersion, Version } from './version.ts'

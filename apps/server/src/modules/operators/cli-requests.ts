// Requests of the command line: actions that need the decision of a second person.
//
// Elsewhere: deciding one (actions.ts), who sees one (requests.ts).

export {
  type ApprovalRequest,
  decideRequest as decide,
  formatRequest as format,
  parseRequest as parse,
} from './actions.ts';
export { listRequests as list, loadRequest as load, maySee } from './requests.ts';

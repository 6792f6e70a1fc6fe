// Acts of the host's administrator without an operator: the first site, its own actions, invitations.
//
// Elsewhere: the rules (host.ts), people (people-actions.ts).

export { createSite, formatHost as format, performAsHost as perform } from './host.ts';
export { inviteFromHost as invite, parseRoles } from './people-actions.ts';

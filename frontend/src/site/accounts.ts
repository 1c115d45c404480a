import { ask } from '../lib/api';
import type {
  AddressRequest,
  BlockRequest,
  BlocksResponse,
  EnterResponse,
  ForgotRequest,
  LeaveRequest,
  LoginRequest,
  Me,
  MemberRequest,
  PasswordRequest,
  RegisterRequest,
  RenameRequest,
  ReportRequest,
  ResetRequest,
  SessionsResponse,
  VerifyRequest,
} from '../lib/types';

const own = '/api/account';

/** What the pages of accounts ask the site. */
export const accounts = {
  register: (order: RegisterRequest) => ask<EnterResponse>('POST', '/api/register', order),
  login: (order: LoginRequest) => ask<EnterResponse>('POST', '/api/login', order),
  logout: () => ask<unknown>('POST', '/api/logout', {}),
  verify: (order: VerifyRequest) => ask<EnterResponse>('POST', '/api/verify', order),
  forgot: (order: ForgotRequest) => ask<EnterResponse>('POST', '/api/forgot', order),
  reset: (order: ResetRequest) => ask<EnterResponse>('POST', '/api/reset', order),
  join: (order: MemberRequest) => ask<EnterResponse>('POST', `${own}/join`, order),
  rename: (order: RenameRequest) => ask<Me>('PUT', `${own}/name`, order),
  password: (order: PasswordRequest) => ask<Me>('PUT', `${own}/password`, order),
  address: (order: AddressRequest) => ask<EnterResponse>('PUT', `${own}/address`, order),
  sessions: () => ask<SessionsResponse>('GET', `${own}/sessions`).then((found) => found.sessions),
  endSession: (id: string) => ask<unknown>('DELETE', `${own}/sessions/${id}`),
  endOthers: () => ask<unknown>('DELETE', `${own}/sessions`),
  blocks: () => ask<BlocksResponse>('GET', `${own}/blocks`).then((found) => found.names),
  block: (order: BlockRequest) => ask<BlocksResponse>('POST', `${own}/blocks`, order).then((found) => found.names),
  unblock: (name: string) =>
    ask<BlocksResponse>('DELETE', `${own}/blocks/${encodeURIComponent(name)}`).then((found) => found.names),
  report: (order: ReportRequest) => ask<unknown>('POST', '/api/reports', order),
  leave: (order: LeaveRequest) => ask<unknown>('POST', `${own}/leave`, order),
};

/** A time of the server for people. */
export const spoken = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

import type {
  AlongRequest,
  Answer,
  AnswerRequest,
  AttacksResponse,
  BattleCard,
  Catalogue,
  ChangesResponse,
  ChatRequest,
  ChatResponse,
  CompanyResponse,
  SeatsRequest,
  DraftRequest,
  Fault,
  GamesResponse,
  HintResponse,
  HistoryResponse,
  ImportRequest,
  InvitationsResponse,
  InviteRequest,
  JoinRequest,
  JoinResponse,
  Lesson,
  LogResponse,
  LuckResponse,
  NewGameRequest,
  Odds,
  OrderRequest,
  Overlay,
  OddsRequest,
  WhyRequest,
  Saved,
  SeatsResponse,
  SinceResponse,
  ChartsResponse,
  NoteChange,
  NoteRequest,
  NotesResponse,
  ProposalRequest,
  ReadRequest,
  ReviewResponse,
  Reference,
  Table,
  UndoRequest,
  Verification,
  View,
  WhatIfRequest,
  Why,
} from './types';

/** An answer that is not a 2xx: what the table says, and the present view when it sends one. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly fault: Fault,
    readonly view: View | null,
  ) {
    super(fault.message);
  }
}

const LOST: Fault = { kind: 'lost', message: 'No connection to the server. Try again in a moment.', objections: [] };

export async function ask<T>(
  method: string,
  path: string,
  body?: unknown,
  token?: string,
  looking?: string,
): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers['Seat-Token'] = token;
  // nobody looks at a page in the background, even if it asks
  if (token && document.hidden) headers['Seat-Away'] = '1';
  if (looking) headers['Watch-Seat'] = looking;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refusal(0, LOST, null);
  }
  if (answer.status === 204) return undefined as T;
  const parsed: unknown = await answer.json().catch(() => null);
  if (answer.ok) return parsed as T;
  const refused = (parsed ?? {}) as { error?: Fault; view?: View };
  // a proxy answers by itself while the server behind it is down
  const down = answer.status >= 502 && answer.status <= 504;
  const odd: Fault = { ...LOST, kind: 'odd', message: `The server answered with status ${answer.status}.` };
  const fault = refused.error ?? (down ? LOST : odd);
  throw new Refusal(answer.status, { ...fault, objections: fault.objections ?? [] }, refused.view ?? null);
}

/** A file as an attachment: fetched, then handed to the browser. */
export async function keep(path: string, token: string, name: string, looking = ''): Promise<void> {
  const headers = { ...(token && { 'Seat-Token': token }), ...(looking && { 'Watch-Seat': looking }) };
  const answer = await fetch(path, { headers });
  if (!answer.ok) {
    const refused = (await answer.json().catch(() => null)) as { error?: Fault } | null;
    throw new Refusal(answer.status, refused?.error ?? { ...LOST, message: 'The file could not be made.' }, null);
  }
  const named = /filename="?([^";]+)"?/.exec(answer.headers.get('content-disposition') ?? '');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = named?.[1] ?? name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const lobby = {
  catalogue: () => ask<Catalogue>('GET', '/api/catalogue'),
  games: () => ask<GamesResponse>('GET', '/api/games').then((found) => found.games),
  game: (id: string) => ask<Saved>('GET', `/api/games/${id}`),
  create: (order: NewGameRequest) => ask<Saved>('POST', '/api/games', order),
  seats: (choice: SeatsRequest) => ask<SeatsResponse>('POST', '/api/seats', choice).then((found) => found.seats),
  lines: (id: string) => keep(`/api/games/${id}/lines`, '', `${id}.game`),
  remove: (id: string) => ask<void>('DELETE', `/api/games/${id}`),
  join: (request: JoinRequest) => ask<JoinResponse>('POST', '/api/join', request),
  invitations: (id: string) => ask<InvitationsResponse>('GET', `/api/games/${id}/invitations`),
  invite: (id: string, seat: string) =>
    ask<InvitationsResponse>('POST', `/api/games/${id}/invitations`, { seat } satisfies InviteRequest),
  takeBack: (id: string, seat: string) =>
    ask<InvitationsResponse>('DELETE', `/api/games/${id}/invitations/${encodeURIComponent(seat)}`),
  bring: (text: string) => ask<Saved>('POST', '/api/import', { text, seats: [] } satisfies ImportRequest),
};

/** What one seat may ask; whoever watches has no token, but may look from a seat where everything is shown. */
export class SeatApi {
  private readonly base: string;
  constructor(
    game: string,
    private readonly token: string,
    private readonly looking = '',
  ) {
    this.base = `/api/games/${game}`;
  }

  private get<T>(path: string): Promise<T> {
    return ask<T>('GET', this.base + path, undefined, this.token, this.looking);
  }
  private send<T>(method: string, path: string, body?: unknown): Promise<T> {
    return ask<T>(method, this.base + path, body, this.token, this.looking);
  }

  table = () => this.get<Table>('/table');
  reference = () => this.get<Reference>('/reference');
  lesson = () => this.get<Lesson>('/lesson');
  view = (at?: number) => this.get<View>(at === undefined ? '/view' : `/view?at=${at}`);
  /** At the first decision that was open after so many entries, or later. */
  viewAfter = (moment: number) => this.get<View>(`/view?after=${moment}`);
  /** How many entries this seat had seen before, on whatever device; to be asked before its view. */
  since = () => this.get<SinceResponse>('/since').then((found) => found.moment);
  battle = (entry: number) => this.get<BattleCard>(`/battles/${entry}`);
  changes = (etag: string, wait: number) =>
    this.get<ChangesResponse>(`/changes?etag=${encodeURIComponent(etag)}&wait=${wait}`);
  log = (from: number) => this.get<LogResponse>(`/log?from=${from}`);
  history = () => this.get<HistoryResponse>('/history');
  charts = () => this.get<ChartsResponse>('/charts').then((found) => found.series);
  notes = () => this.get<NotesResponse>('/notes');
  addNote = (note: NoteRequest) => this.send<NotesResponse>('POST', '/notes', note);
  changeNote = (n: number, change: NoteChange) => this.send<NotesResponse>('PUT', `/notes/${n}`, change);
  removeNote = (n: number) => this.send<NotesResponse>('DELETE', `/notes/${n}`);
  company = () => this.get<CompanyResponse>('/company');
  propose = (kind: ProposalRequest['kind'], target: number | null = null) =>
    this.send<CompanyResponse>('POST', '/proposals', { kind, target } satisfies ProposalRequest);
  answer = (n: number, agree: boolean) =>
    this.send<CompanyResponse>('POST', `/proposals/${n}`, { agree } satisfies AnswerRequest);
  withdraw = (n: number) => this.send<CompanyResponse>('DELETE', `/proposals/${n}`);
  callOff = () => this.send<CompanyResponse>('POST', '/call-off', {});
  chat = () => this.get<ChatResponse>('/chat');
  say = (text: string) => this.send<ChatResponse>('POST', '/chat', { text } satisfies ChatRequest);
  chatRead = (n: number) => this.send<ChatResponse>('PUT', '/chat/read', { n } satisfies ReadRequest);
  review = () => this.get<ReviewResponse>('/review');
  luck = () => this.get<LuckResponse>('/luck').then((found) => found.sides);
  verify = () => this.get<Verification>('/verify');
  draft = (after: number, actions: string[], along: AlongRequest) =>
    this.send<Answer>('PUT', '/draft', { after, actions, along } satisfies DraftRequest);
  undo = (moment: number, along: AlongRequest) =>
    this.send<Answer>('POST', '/undo', { moment, along } satisfies UndoRequest);
  concede = () => this.send<View>('POST', '/concede', {});
  order = (window: string, answer: string, when = '', this_phase = false) =>
    this.send<View>('PUT', `/orders/${window}`, { answer, when, this_phase } satisfies OrderRequest);
  unorder = (window: string) => this.send<View>('DELETE', `/orders/${window}`);
  why = (action: string) => this.send<Why>('POST', '/why', { action } satisfies WhyRequest);
  hint = () => this.send<HintResponse>('POST', '/hint', {});
  odds = (actions: string[]) => this.send<Odds | null>('POST', '/odds', { actions } satisfies OddsRequest);
  attacks = (actions: string[]) => this.send<AttacksResponse>('POST', '/attacks', { actions } satisfies OddsRequest);
  overlay = (id: string, about: Record<string, string>) => {
    const query = new URLSearchParams(about).toString();
    return this.get<Overlay>(`/overlays/${id}${query ? `?${query}` : ''}`);
  };
  whatif = (moment: number) => this.send<Saved>('POST', '/whatif', { moment } satisfies WhatIfRequest);

  file = (kind: 'record' | 'position' | 'report') =>
    keep(`${this.base}/${kind}`, this.token, `${kind}.txt`, this.looking);
}

/** The seats of a game that this browser holds the tokens of. */
export const seatApis = (saved: Saved): Map<string, SeatApi> =>
  new Map(saved.seats.flatMap((one) => (one.token ? [[one.seat, new SeatApi(saved.id, one.token)]] : [])));

/** Where others play a match: from each seat that may be looked from, or as everybody may see it. */
export async function lookOn(saved: Saved): Promise<{ company: CompanyResponse; apis: Map<string, SeatApi> }> {
  const company = await new SeatApi(saved.id, '').company();
  const seats = company.seats.length > 0 ? company.seats : [''];
  return { company, apis: new Map(seats.map((seat) => [seat, new SeatApi(saved.id, '', seat)])) };
}

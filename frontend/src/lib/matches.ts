import { ask } from './api';
import type {
  AcceptRequest,
  Begun,
  BoardRequest,
  ChallengeInfo,
  ChallengeMade,
  ChallengePage,
  ChallengeRequest,
  HomeResponse,
  MatchPage,
  PeopleResponse,
  PlayedPage,
  ProfileResponse,
  RankingResponse,
  Rematch,
  SoloRequest,
  StatisticsResponse,
} from './types';

const query = (given: Record<string, string>): string => {
  const said = new URLSearchParams(Object.entries(given).filter(([, value]) => value)).toString();
  return said ? `?${said}` : '';
};
const person = (name: string) => `/api/people/${encodeURIComponent(name)}`;
const challenge = (id: string, what: string) => `/api/challenges/${id}/${what}`;

/** Finding a game at a site. */
export const matches = {
  home: () => ask<HomeResponse>('GET', '/api/home'),
  shelf: (shelf: 'waiting' | 'over', after: string) => ask<MatchPage>('GET', `/api/home/${shelf}${query({ after })}`),
  watch: (game: string, after = '') => ask<MatchPage>('GET', `/api/watch${query({ game, after })}`),
  rematch: (game: string) => ask<Rematch>('POST', `/api/matches/${game}/rematch`, {}),
  learn: (game: string) => ask<Begun>('POST', '/api/lessons', { game }),
  openFile: (text: string) => ask<Begun>('POST', '/api/boards', { text } satisfies BoardRequest),
  dropBoard: (game: string) => ask<void>('DELETE', `/api/boards/${game}`),
  solo: (wish: SoloRequest) => ask<Begun>('POST', '/api/solo', wish),
};

export const challenges = {
  make: (offer: ChallengeRequest) => ask<ChallengeMade>('POST', '/api/challenges', offer),
  open: (game: string, after = '') => ask<ChallengePage>('GET', `/api/challenges${query({ game, after })}`),
  look: (id: string, key: string) => ask<ChallengeInfo>('POST', challenge(id, 'look'), { key }),
  accept: (id: string, answer: AcceptRequest) => ask<Begun>('POST', challenge(id, 'accept'), answer),
  end: (id: string, how: 'decline' | 'withdraw' | 'leave') => ask<unknown>('POST', challenge(id, how), {}),
  newLink: (id: string) => ask<ChallengeMade>('POST', challenge(id, 'link'), {}),
};

export const people = {
  find: (begins: string) => ask<PeopleResponse>('GET', `/api/people${query({ begins })}`).then((told) => told.names),
  profile: (name: string) => ask<ProfileResponse>('GET', person(name)),
  games: (name: string, after: string) => ask<PlayedPage>('GET', `${person(name)}/games${query({ after })}`),
  block: (name: string) => ask<unknown>('POST', '/api/account/blocks', { name }),
  report: (name: string, text: string, game = '') => ask<unknown>('POST', '/api/reports', { name, text, game }),
  ranking: (game: string, after: string, rank: number) =>
    ask<RankingResponse>('GET', `/api/ratings/${game}${query({ after, rank: after ? String(rank) : '' })}`),
  statistics: () => ask<StatisticsResponse>('GET', '/api/statistics').then((told) => told.sides),
};

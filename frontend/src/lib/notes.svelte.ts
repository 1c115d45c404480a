import { getContext, setContext } from 'svelte';
import { Refusal, type SeatApi } from './api';
import type { NoteInfo, NotesResponse } from './types';

const KEY = Symbol('notes');
export type Tool = '' | 'arrow' | 'note';

/** Notes and arrows on the map: what the seat may see of them, and the one that is being made. */
export class Notes {
  list = $state.raw<NoteInfo[]>([]);
  tool = $state<Tool>('');
  /** The place of the note, or where the arrow begins. */
  from = $state('');
  shared = $state(false);
  wrong = $state('');
  readonly mine = $derived(this.list.filter((one) => one.mine));
  /** The note for the game as a whole. */
  readonly whole = $derived(this.mine.find((one) => one.kind === 'game'));
  private seat = '';

  constructor(private readonly api: () => SeatApi) {}

  /** Read anew for a seat if there are any; another seat's notes are gone at once. */
  async load(seat: string, digest: string): Promise<void> {
    if (seat !== this.seat) {
      this.list = [];
      this.drop();
    }
    this.seat = seat;
    if (!digest) {
      this.list = [];
      return;
    }
    const found = await this.api()
      .notes()
      .catch(() => null);
    if (found && seat === this.seat) this.list = found.notes;
  }

  take(tool: Tool): void {
    this.tool = this.tool === tool ? '' : tool;
    this.from = '';
    this.wrong = '';
  }
  drop(): void {
    this.take('');
  }

  /** A place was chosen on the board; true if it was meant for a note. */
  caught(place: string): boolean {
    if (!this.tool || !place) return false;
    if (this.tool === 'note' || !this.from) this.from = place;
    else if (this.from === place) this.from = '';
    else void this.arrow(place);
    return true;
  }

  private async arrow(target: string): Promise<void> {
    const place = this.from;
    this.from = '';
    await this.ask(() => this.api().addNote({ kind: 'arrow', place, target, shared: this.shared }));
  }
  async write(text: string): Promise<boolean> {
    const place = this.from;
    const kept = await this.ask(() => this.api().addNote({ kind: 'note', place, text, shared: this.shared }));
    if (kept) this.from = '';
    return kept;
  }
  /** The note for the game; without a text it is removed. */
  keep(text: string, shared: boolean): Promise<boolean> {
    const known = this.whole;
    if (known && !text.trim()) return this.remove(known);
    if (known) return this.change(known, text, shared);
    if (!text.trim()) return Promise.resolve(true);
    return this.ask(() => this.api().addNote({ kind: 'game', text, shared }));
  }
  change(note: NoteInfo, text: string, shared: boolean): Promise<boolean> {
    return this.ask(() => this.api().changeNote(note.n, { text, shared }));
  }
  remove(note: NoteInfo): Promise<boolean> {
    return this.ask(() => this.api().removeNote(note.n));
  }

  private async ask(request: () => Promise<NotesResponse>): Promise<boolean> {
    this.wrong = '';
    try {
      this.list = (await request()).notes;
      return true;
    } catch (refused) {
      this.wrong = refused instanceof Refusal ? refused.message : String(refused);
      return false;
    }
  }
}

export const pinUp = (notes: Notes): Notes => setContext(KEY, notes);
export const notesHere = (): Notes | undefined => getContext<Notes | undefined>(KEY);

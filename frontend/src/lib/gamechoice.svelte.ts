import { lobby, Refusal } from './api';
import { offered, settled, yours, type Chosen } from './newgame';
import type { Catalogue, SeatOffered } from './types';

/** Which game somebody wants to play: scenario, options, and the seats that these make. */
export class GameChoice {
  readonly catalogue: Catalogue;
  chosen = $state('');
  private scenarios = $state<Record<string, string>>({});
  private wanted = $state<Record<string, Chosen>>({});
  seats = $state.raw<SeatOffered[]>([]);
  /** Whether the seats are those of the choice. */
  seated = $state(true);
  wrong = $state('');
  private asking = 0;

  game = $derived.by(() => this.catalogue.games.find((one) => one.id === this.chosen));
  scenario = $derived.by(
    () => this.game?.scenarios.find((one) => one.id === this.scenarios[this.chosen]) ?? this.game?.scenarios[0],
  );
  options = $derived(this.game && this.scenario ? offered(this.game, this.scenario.id) : []);
  choice = $derived({
    game: this.chosen,
    scenario: this.scenario?.id ?? '',
    options: settled(this.options, this.wanted[this.chosen] ?? {}),
  });
  /** The seat that is yours unless you choose another. */
  own = $derived(this.scenario ? yours(this.seats, this.scenario) : '');

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
    this.chosen = catalogue.games[0]?.id ?? '';
    this.seats = catalogue.games[0]?.seats ?? [];
  }

  get picked(): Chosen {
    return this.wanted[this.chosen] ?? {};
  }
  set picked(values: Chosen) {
    this.wanted = { ...this.wanted, [this.chosen]: values };
  }
  pickScenario(id: string): void {
    this.scenarios = { ...this.scenarios, [this.chosen]: id };
  }

  /** Scenario and options determine the number of players. */
  async sitDown(wish: typeof this.choice): Promise<void> {
    const number = ++this.asking;
    const usual =
      this.scenario === this.game?.scenarios[0] &&
      this.options.every((option) => wish.options[option.id] === option.default);
    this.seated = usual;
    this.wrong = '';
    try {
      const found = usual ? (this.game?.seats ?? []) : await lobby.seats(wish);
      if (number !== this.asking) return;
      this.seats = found;
      this.seated = true;
    } catch (refused) {
      if (number === this.asking) this.wrong = refused instanceof Refusal ? refused.message : String(refused);
    }
  }
}

// The opponents that a seat can be given to, as people are told of them.

import { t } from "./language";

const LEVELS: Record<string, () => string> = {
  recruit: () => t.recruitABeginnerWhoMakesMistakes,
  regular: () => t.regularASensiblePlayer,
  veteran: () => t.veteranAnExperiencedPlayer,
  elite: () => t.eliteThinksAheadWhereThatHelps,
  random: () => t.randomAnyChoice,
};

/** The bots to choose from: `greedy` is the regular's other name, so it is offered only where it is alone or in use. */
export function opponents(bots: readonly string[], inUse = ""): string[] {
  return bots.filter((bot) => bot !== "greedy" || bot === inUse || !bots.includes("regular"));
}

/** What a bot is called in a list. */
export function opponentName(bot: string): string {
  return LEVELS[bot]?.() ?? t.botNamed(bot);
}

/** What a bot is called beside a name. */
export function opponentShort(bot: string): string {
  return bot in LEVELS ? t.botOfLevel(bot) : t.botNamed(bot);
}

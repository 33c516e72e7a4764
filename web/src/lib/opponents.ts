// The opponents that a seat can be given to, as people are told of them.

const LEVELS: Record<string, string> = {
  recruit: "Recruit: a beginner who makes mistakes",
  regular: "Regular: a sensible player",
  veteran: "Veteran: thinks for about a second",
  elite: "Elite: thinks for about five seconds",
  random: "Random: any choice",
};

/** The bots to choose from: `greedy` is the regular's other name, so it is offered only where it is alone or in use. */
export function opponents(bots: readonly string[], inUse = ""): string[] {
  return bots.filter((bot) => bot !== "greedy" || bot === inUse || !bots.includes("regular"));
}

/** What a bot is called in a list. */
export function opponentName(bot: string): string {
  return LEVELS[bot] ?? `bot ${bot}`;
}

/** What a bot is called beside a name. */
export function opponentShort(bot: string): string {
  return bot in LEVELS ? `${bot} bot` : `bot ${bot}`;
}

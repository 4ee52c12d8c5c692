// How an album and its event are named in one line each (specification section 2, "Shopping cart dialog").

type Team = { program_name: string; team_name: string; division_name: string };
type Event = { start_date: string; brand_name: string; name: string; city: string; state: string };

/** Program, team and division. */
export function teamLine(album: Team): string {
  return [`${album.program_name} ${album.team_name}`.trim(), album.division_name].filter(Boolean).join(', ');
}

/** Year, brand, name, city and state. */
export function eventLine(event: Event): string {
  const year = event.start_date.slice(0, 4);
  // Many names begin with the year or the brand themselves.
  const name = [year, event.brand_name].reduce(
    (rest, part) => (rest.startsWith(`${part} `) ? rest.slice(part.length + 1) : rest),
    event.name,
  );
  const title = [year, event.brand_name, name].filter(Boolean).join(' ');
  return [title, event.city, event.state].filter(Boolean).join(', ');
}

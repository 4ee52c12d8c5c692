// An album and its event are each named in one line.

type Team = { program_name: string; team_name: string; division_name: string };
type Event = { start_date: string; brand_name: string; name: string; city: string; state: string };

export function teamLine(album: Team): string {
  return [`${album.program_name} ${album.team_name}`.trim(), album.division_name].filter(Boolean).join(', ');
}

export function eventLine(event: Event): string {
  const year = event.start_date.slice(0, 4);
  // Many event names already begin with the year or the brand.
  const name = [year, event.brand_name].reduce(
    (rest, part) => (rest.startsWith(`${part} `) ? rest.slice(part.length + 1) : rest),
    event.name,
  );
  const title = [year, event.brand_name, name].filter(Boolean).join(' ');
  return [title, event.city, event.state].filter(Boolean).join(', ');
}

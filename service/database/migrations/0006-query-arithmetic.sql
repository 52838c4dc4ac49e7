-- Arithmetic of OData queries. If the type has no such result, because of an overflow or a division by zero, the
-- result is null. An error would depend on the query plan, and could occur after the first rows have been sent.
--
-- The functions are in PL/pgSQL, because PostgreSQL inlines SQL functions: planning a chain of 500 additions took
-- ten seconds. Functions for which this does not matter are in SQL.

create function odata_int32(bigint) returns integer language sql immutable strict parallel safe
  return case when $1 between -2147483648 and 2147483647 then $1::integer end;
create function odata_int64(numeric) returns bigint language sql immutable strict parallel safe
  return case when $1 between -9223372036854775808 and 9223372036854775807 then $1::bigint end;
-- A Decimal has 96 bits and at most 28 decimal places.
create function odata_decimal(numeric) returns numeric language sql immutable strict parallel safe
  return case when abs($1) <= 79228162514264337593543950335 then $1 end;

create function odata_add(integer, integer) returns integer language plpgsql immutable strict parallel safe
as $$ begin return odata_int32($1::bigint + $2); end $$;
create function odata_sub(integer, integer) returns integer language plpgsql immutable strict parallel safe
as $$ begin return odata_int32($1::bigint - $2); end $$;
create function odata_mul(integer, integer) returns integer language plpgsql immutable strict parallel safe
as $$ begin return odata_int32($1::bigint * $2); end $$;
create function odata_div(integer, integer) returns integer language plpgsql immutable strict parallel safe
as $$ begin return case when $2 <> 0 then odata_int32($1::bigint / $2) end; end $$;
create function odata_mod(integer, integer) returns integer language plpgsql immutable strict parallel safe
as $$ begin return case when $2 <> 0 then $1 % $2 end; end $$;

create function odata_add(bigint, bigint) returns bigint language plpgsql immutable strict parallel safe
as $$ begin return odata_int64($1::numeric + $2); end $$;
create function odata_sub(bigint, bigint) returns bigint language plpgsql immutable strict parallel safe
as $$ begin return odata_int64($1::numeric - $2); end $$;
create function odata_mul(bigint, bigint) returns bigint language plpgsql immutable strict parallel safe
as $$ begin return odata_int64($1::numeric * $2); end $$;
create function odata_div(bigint, bigint) returns bigint language plpgsql immutable strict parallel safe
as $$ begin return case when $2 <> 0 then odata_int64(div($1::numeric, $2::numeric)) end; end $$;
create function odata_mod(bigint, bigint) returns bigint language plpgsql immutable strict parallel safe
as $$ begin return case when $2 <> 0 then $1 % $2 end; end $$;

create function odata_add(numeric, numeric) returns numeric language plpgsql immutable strict parallel safe
as $$ begin return odata_decimal($1 + $2); end $$;
create function odata_sub(numeric, numeric) returns numeric language plpgsql immutable strict parallel safe
as $$ begin return odata_decimal($1 - $2); end $$;
create function odata_mul(numeric, numeric) returns numeric language plpgsql immutable strict parallel safe
as $$ begin return odata_decimal(round($1 * $2, 28)); end $$;
create function odata_div(numeric, numeric) returns numeric language plpgsql immutable strict parallel safe
as $$ begin return case when $2 <> 0 then odata_decimal(div($1 * 1e28, $2) * 1e-28) end; end $$;
create function odata_mod(numeric, numeric) returns numeric language plpgsql immutable strict parallel safe
as $$ begin return case when $2 <> 0 then $1 % $2 end; end $$;

-- PostgreSQL raises an error if a Double overflows, and also if it underflows to zero, which is a valid result.
create function odata_add(double precision, double precision) returns double precision language plpgsql immutable
as $$ begin
  return $1 + $2;
exception when numeric_value_out_of_range then
  return null;
end $$;
create function odata_sub(double precision, double precision) returns double precision language plpgsql immutable
as $$ begin
  return $1 - $2;
exception when numeric_value_out_of_range then
  return null;
end $$;
create function odata_mul(double precision, double precision) returns double precision language plpgsql immutable
as $$ begin
  return $1 * $2;
exception when numeric_value_out_of_range then
  return case when abs($1) < 1 then 0 end;
end $$;
create function odata_div(double precision, double precision) returns double precision language plpgsql immutable
as $$ begin
  return $1 / nullif($2, 0);
exception when numeric_value_out_of_range then
  return case when abs($2) > 1 then 0 end;
end $$;
-- The remainder is exact: each subtracted part is the divisor times a power of two.
create function odata_mod(dividend double precision, divisor double precision) returns double precision
language plpgsql immutable
as $$ declare
  rest double precision := abs(dividend);
  part double precision := abs(divisor);
begin
  if divisor = 0 or dividend is null or divisor is null then return null; end if;
  if divisor = 'NaN' or rest in ('NaN', 'Infinity') then return 'NaN'; end if;
  if part > rest then return dividend; end if;
  -- Does not compare with half of the rest, because the smallest number has no half.
  while part <= rest - part loop part := part * 2; end loop;
  while part >= abs(divisor) loop
    if rest >= part then rest := rest - part; end if;
    exit when part = abs(divisor);
    part := part / 2;
  end loop;
  return sign(dividend) * rest;
end $$;

-- Calculating with Doubles and rounding to Single gives the same result as calculating with Singles. The bounds are
-- those of rounding.
create function odata_single(double precision) returns real language sql immutable strict parallel safe
  return case
    when abs($1) <= 7.006492321624085e-46 then 0
    when abs($1) < 3.4028235677973366e38 or $1 in ('NaN', 'Infinity', '-Infinity') then $1::real
  end;

-- Rounds halves away from zero. PostgreSQL rounds them to the even neighbour.
create function odata_round(double precision) returns double precision language sql immutable strict parallel safe
  return trunc($1) + case when abs($1 - trunc($1)) >= 0.5 then sign($1) else 0 end;

create function odata_ends_with(value text, ending text) returns boolean language sql immutable strict parallel safe
  return right(value, length(ending)) = ending;

-- Repeated replacements could turn a word into a gigabyte: a result of more than a million characters is null.
create function odata_replace(value text, part text, other text) returns text
language sql immutable strict parallel safe
  return case
    when part = '' then value
    when length(value) + (length(value) - length(replace(value, part, ''))) / nullif(length(part), 0)::bigint
         * (length(other) - length(part)) <= 1048576
    then replace(value, part, other)
  end;

-- Positions are counted in characters from 0. A position outside the text is clamped.
create function odata_substring(value text, start integer) returns text language sql immutable strict parallel safe
  return substr(value, least(greatest(start, 0), length(value)) + 1);
create function odata_substring(value text, start integer, count integer) returns text
language sql immutable strict parallel safe
  return substr(value, least(greatest(start, 0), length(value)) + 1, greatest(count, 0));

/* N writers change one object K times each: read it, write it if it is still the same, at most three attempts. A read
   and a write are one step each, as a request and its answer are in interleave orders. */
byte version = 0;
proctype writer() {
	byte done = 0, tries = 0, seen = 0;
	bit has = 0;
	do
	:: d_step { done < K && !has -> seen = version; has = 1 }
	:: d_step { has ->
		if
		:: seen == version -> version++; done++; tries = 0
		:: else -> tries++; if :: tries == 3 -> done++; tries = 0 :: else -> skip fi
		fi;
		seen = 0; has = 0 }
	od
}
init { atomic { byte i = 0; do :: i < N -> run writer(); i++ :: else -> break od } }

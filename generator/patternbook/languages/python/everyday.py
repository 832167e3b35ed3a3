"""Words of everyday English that are names in Python too.

A query that is one of them and nothing else may well mean the word: *open*, *filter*, *time*. Names that are
no such words, *groupby*, *loads*, *yield*, mean what they name.
"""

from __future__ import annotations

from typing import Final

_WORDS: Final = """
    abort accept access action actions activate active add address after again alert alias align all allow
    alone and angle annotate answer any append apply area argument arguments array as ask assert assign at
    attach attribute audit author auto available average await back balance bar base batch before begin
    bench between bin bind bit block board body book border bottom bound box branch break breakpoint
    bridge broadcast browse buffer build bundle button by bytes cache calendar call cancel capture case
    cast catch cell center chain change channel character chart chat check child children choice choices
    choose circle class clean cleanup clear click client clip clock clone close cluster code collect
    collection color column columns combine command commands comment commit compact compare compile
    complete complex compress compute concat condition configure confirm conflict connect connection
    console constant construct contains content context continue control convert copy corner correct count
    cover create cross cursor curve custom cut cycle data date day debug decimal declare decode decorate
    deep default defer define delay delegate delete deliver depth derive describe deserialize destroy
    detail detect difference digest dimension direct directory disable discard disconnect discover
    dispatch display distance distribute divide document done dot down download drag draw drop dump
    duplicate duration each echo edge edit effect element email embed emit empty enable encode encrypt end
    enqueue ensure enter entry equal equals error escape evaluate even event events every evolve example
    except exception exchange exclude execute exists exit exp expand expect expire explain export extend
    extract factor fail failure fake fallback fast feature fetch field fields figure file files fill
    filter final finalize finally find finish first fit fix flag flat flatten flip float floor flow flush
    focus fold folder follow font for force fork form format forward fraction frame free freeze frequency
    from function future gather general generate get give global go grade graph grid group groups grow
    guess guide handle handler hash head header headers heap height hello help hex hide highlight hint
    history hold home hook host hour html icon id identity if ignore image implement import in include
    increase increment indent index indicate inject inline input insert inspect install instance int
    integer interest interpret intersection interval invert invoke is issue item items iterate job join
    jump keep key keys kill kind label language last later launch layer layout leaf learn left length less
    level library lift light limit line linear link links list listen live load local locale locate
    location lock log logger logging long lookup loop lower mail main make manage map margin mark mask
    master match math matrix max mean measure median member memory menu merge message messages metadata
    method metric min minimum minute mirror mix mock mode model models modify module modules monitor month
    more mount mouse move multiply name names need nest network new next node nodes none normal normalize
    not note notes notify now null number object observe of off offset on once one open operation operator
    option options or order organize origin other output overlap override overwrite own owner pack package
    pad padding page paint pair panel parallel parameter parameters parent parse part parts pass password
    paste patch path pattern pause payload peek percent perform period person phase phone pick picture
    piece pipe pipeline place plain plan platform play plot plus point points poll pool pop popular port
    position post power predict prefix prepare present press prevent preview previous primary print
    priority private probability process product profile program progress project promise prompt proper
    properties property protect protocol provide proxy public publish pull purge push put quality query
    question queue quick quit quote raise random range rank rate ratio raw reach read reader ready real
    reason receive recent record records recover recursive redirect reduce reference refine refresh region
    register regular reject related release reload remain remote remove rename render repeat replace reply
    report request requests require reserve reset reshape resize resolve resource respond response rest
    restart restore result results resume retrieve retry return reverse reversed review revoke right ring
    role roll root rotate round route router row rows rule rules run runner safe sample save scale scan
    scatter scene schedule scheduler schema scope score screen script scroll search second secret section
    secure security seed seek segment select self send sequence serialize series serve server service
    session sessions set settings setup shape share sheet shift shortcut show shuffle shutdown sign signal
    signature simple simplify simulate single site size skip sleep slice slide slot slow small smooth
    snapshot socket solve some sort sorted sound source space span spawn special speed spin split spread
    square stack stage standard star start state statement states statistics status step steps stop
    storage store stream string strip structure style submit substitute subtract success suffix suggest
    sum summarize summary support suspend swap switch sync system table tables tag tags take target task
    tasks team tell template terminal terminate test tests text the theme then thread threads threshold
    through throw tick time timeout timer times title to toggle token tokens tool tools top total touch
    trace track train transaction transfer transform translate transpose traverse tree trigger trim
    truncate trust try turn type types undo union unique unit units unlock unpack until update upgrade
    upload upper usage use user users validate value values variable variance vector verify version view
    views visit visualize wait walk warn warning warnings watch weight weights while width window with
    word words work worker workers wrap write writer year zero zip zone zoom
"""
EVERYDAY: Final = frozenset(_WORDS.split())
